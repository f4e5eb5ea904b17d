import { remembered } from '../server/remembered';

/** Distinct header values whose outcome is kept; clients send a handful. */
const REMEMBERED = 256;

/** Whether a `Content-Type` says JSON in UTF-8; other parameters than the charset say nothing about that. */
export const declaresJson: (header: string | string[] | undefined) => boolean = remembered(
  REMEMBERED,
  (header) => {
    const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
    return type === 'application/json' && parameters.every(isNoOtherCharset);
  },
  false,
);

function isNoOtherCharset(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  return name.trim() !== 'charset' || /^("utf-?8"|utf-?8)$/.test(value.trim());
}

/** Whether a `Content-Encoding` leaves the body as it is. */
export const isUnencoded = (header: string | undefined): boolean =>
  header === undefined || /^(identity)?$/i.test(header.trim());
