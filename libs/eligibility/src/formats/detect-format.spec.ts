import { detectFormat } from './detect-format';
import type { ListFormat } from './list-format';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const K = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const STARKNET = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
const COSMOS = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu';
const detect = (text: string): ListFormat | null => detectFormat(new TextEncoder().encode(text));

// The files are truncated, because only their start is read.
it.each<[string, ListFormat | null]>([
  [`address,amount\n${A},1`, 'csv'],
  [`${A},1`, 'csv'],
  ['', 'csv'],
  [`\ufeff \n[{"address":"${A}`, 'json'],
  [`{"address":"${A}","amount":"1"}\n{"address":`, 'ndjson'],
  [`{"proof":[],"amount":"1","owner":"${A}"}\r\n{"proof":`, 'ndjson'],
  [`{"address":"${A}","amount":"1"}`, 'ndjson'],
  [`{"${A}":"1","${A}":`, 'map'],
  [`{\n "${K}": 1,`, 'map'],
  [`{"${A}":{"ARMA":false,`, 'map'],
  [`{"${STARKNET}":"1","`, 'map'],
  [`{"${COSMOS}":"1","`, 'map'],
  [`{"${COSMOS.toUpperCase()}":{"amount":"1"},"`, 'map'],
  [`{"allowlist":["${COSMOS}","`, 'json'],
  [`{"allowlist":["${STARKNET}","`, 'json'],
  [`{"proof":["${STARKNET}"],"amount":"1"}\n{"proof":`, 'ndjson'],
  [`{"${A}":{"index":0,"amount"`, 'uniswap'],
  [`{"${A}":{"amount":"0x1","index":1}`, 'uniswap'],
  ['{"chainId":1,"merkleRoot":"0x00",', 'uniswap'],
  ['{"tokenTotal":"0x02ee",', 'uniswap'],
  ['{"root":"0x00","shardNybbles":2,', 'ens'],
  ['{"proof":["0x00"],"entries":{"0x', 'ens'],
  ['{"format":"standard-v1","leafEncoding":["address"', 'openzeppelin'],
  ['{"format":"simple-v1","tree":[', 'openzeppelin'],
  ['{"chainId":1,"rewardToken":"0x00","rewardsToDeposit":"1"', 'across'],
  ['{"merkle_root":[45,191', 'jito'],
  ['{"airdrop_version":1,"tree_nodes":[', 'jito'],
  ['{"merkle_tree":"{\\"format\\":\\"standard-v1\\",\\"tree\\":[', 'sablier'],
  ['{"total_amount":"5","number_of_recipients":2,', 'sablier'],
  ['{"merkle_root":"0x00","token_total":"5","claims":{', 'uniswap'],
  [`{"network":{"id":1},"balance_map":{"merkleRoot":"0x00","claims":{"${A}":{"index":0,`, 'uniswap'],
  [`{"merkleRoot":"0x00","claims":{"${A}":{"amount":"1","proof":["0x00"]}}}`, 'map'],
  [`{"merkleRoot":"0x00","claims":{"${A}":{"amount":"1","proof":["0x00"]},"${A}":{`, 'map'],
  [`{"airdrop":{"${A}":"1"`, 'map'],
  [`{"id":1,"data":{"result":{"${K}":5,`, 'map'],
  [`{"recipients":{"${A}":{"rewards":"1"},"`, 'map'],
  [`{"${A}":[{"proof":["0x00"],"index":0,"type":"Airdrop"`, 'map'],
  [`{"merklRoot":"0x00","rewards":{"${STARKNET}":{"token":"${A}","holders":{`, 'merkl'],
  ['{"rewards":{"Aave":{"holders":{"0x', 'merkl'],
  [`{"rewards":{"${A}":{"amount":"1"},"`, 'map'],
  [`{"merkle_root":"00ab","accounts":[{"account":"${COSMOS}"`, 'json'],
  [`{"root":"0x00","total_amount":"5","recipients":[{"address":"${A}"`, 'sablier'],
  [`{"total_amount":"5","root":"00ab","accounts":[{"account":"${COSMOS}"`, 'json'],
  // Only the index distinguishes a chunk of a tree from a map of objects.
  [`{"${A}":{"amount":"1","name":"x"},"${A}`, 'map'],
  [`{"${A}":{"amount":"1","proof":["0x00"]},`, 'map'],
  [`{"${A}":{"amount":"1","tags":[{"index":1}]},`, 'map'],
  [`{"${A}":{}}`, 'map'],
  [`[["${A}","1"],`, 'json'],
  [`["${A}",`, 'json'],
  [`["${A}","1"]\n["${A}"`, 'ndjson'],
  [`[["${A}","1"]]\n`, 'json'],
  [`{"data":[{"address":"${A}","amount":"1"},`, 'json'],
  [`{"total":"2","eligibles":[{"address":"${A}"`, 'json'],
  [`{"airdrops":[["${A}","1"],["`, 'json'],
  [`{"allowlist":["${A}","`, 'json'],
  [`{"result":{"metadata":{"names":["a"]},"rows":[{"address":"",`, 'json'],
  [`{"data":[{"address":"${A}","amount":"1"}]}`, 'json'],
  // Lines of objects that contain arrays are no wrappers.
  [`{"address":"${A}","amount":"1","rewards":[{"token":"x"}]}\n{"address"`, 'ndjson'],
  // The known members decide, unless their value is an array of other entries.
  ['{"recipients":[{"amount":"1","account":"0x00"', 'across'],
  [`{"recipients":[{"address":"${A}","amount":"1"},`, 'json'],
  ['{"recipients":[', 'across'],
  [`{"claims":{"${A}":{"amount"`, 'uniswap'],
  [`{"merkleRoot":"0x00","claims":[{"address":"${A}"`, 'json'],
  [`{"entries":[{"address":"${A}"`, 'json'],
  ['{"values":[{"value":["0x', 'json'],
  ['{"format":"standard-v1","tree":["0x00"],"values":[{"value"', 'openzeppelin'],
  ['{"names":["address","amount"],"x":5', null],
  ['{"data":{"claims":{', null],
  ['{\n "data": []\n}', null],
  ['{"a', null],
  ['{{', null],
])('detects the format of %j: %s', (text, format) => {
  expect(detect(text)).toBe(format);
});
