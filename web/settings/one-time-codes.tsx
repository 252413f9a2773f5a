import { Show } from 'solid-js'
import { dayName } from '../parts/time'
import { ask } from '../wire/requests'
import { safetyWords as words } from '../words/en-safety'
import { fetched } from './fetched'
import { Part } from './parts'

type Factors = { totp_since: number | null; recovery_codes_left: number }

/** Whether a login needs a code. A page of the server turns codes on and off, because it works without this client, too. */
export function OneTimeCodes() {
  const { value } = fetched((): Promise<Factors> => ask('GET /parley/factors'))
  return (
    <Part title={words.codes} text={words.codesText}>
      <Show when={value()?.totp_since}>
        {(since) => (
          <p>
            {words.codesSince(dayName(since()))} {words.codesLeft(value()?.recovery_codes_left ?? 0)}
          </p>
        )}
      </Show>
      <a class="act" href="/accounts/one-time-codes">
        {words.manageCodes}
      </a>
    </Part>
  )
}
