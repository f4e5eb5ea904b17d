import { plainName } from '../../parts/name';
import type { CheckFields } from './check-request';
import type { CheckProblem } from './check-problems';
import type { KnownDrops } from './known-drops';

interface CheckFormProps {
  readonly fields: CheckFields;
  /** Null before a check and after a successful one. */
  readonly problem: CheckProblem | null;
  readonly known: KnownDrops;
}

/** The form of a check. It is posted, so that the wallet is in no address. */
export const CheckForm = ({ fields, problem, known: { drops } }: CheckFormProps) => (
  <form class="check-form panel" method="post" action="/check" autocomplete="off">
    <p class="check-field">
      <label for="wallet">Wallet</label>
      <input
        id="wallet"
        name="wallet"
        value={fields.wallet}
        required
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        {...described('wallet', problem)}
      />
      <span class="muted" id="wallet-hint">
        The address of an EVM chain (0x…), Solana, Starknet, a Cosmos chain, Sui, Aptos, Movement, TON or Bitcoin. Never
        a private key or a recovery phrase.
      </span>
      <FieldError field="wallet" problem={problem} />
    </p>
    <p class="check-field">
      <label for="drop">Drop</label>
      <input
        id="drop"
        name="drop"
        value={fields.drop}
        list="drops"
        autocomplete="off"
        spellcheck={false}
        {...described('drop', problem)}
      />
      <span class="muted" id="drop-hint">
        A name or id. Leave it empty to check all drops.
      </span>
      <FieldError field="drop" problem={problem} />
    </p>
    <datalist id="drops">
      {drops.map(({ id, name }) => (
        <option key={id} value={id}>
          {plainName(name)}
        </option>
      ))}
    </datalist>
    <button type="submit">Check</button>
  </form>
);

interface FieldErrorProps {
  readonly field: 'wallet' | 'drop';
  readonly problem: CheckProblem | null;
}

const FieldError = ({ field, problem }: FieldErrorProps) =>
  problem?.field === field ? (
    <strong class="check-error" id={`${field}-error`}>
      {problem.title}.
    </strong>
  ) : null;

const described = (field: 'wallet' | 'drop', problem: CheckProblem | null) =>
  problem?.field === field
    ? ({ 'aria-invalid': 'true', 'aria-describedby': `${field}-error ${field}-hint`, autofocus: true } as const)
    : { 'aria-describedby': `${field}-hint` };
