import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { dayName } from '../parts/time'
import { safetyWords as words } from '../words/en-safety'
import { fetched } from './fetched'
import { Part } from './parts'

type Factors = { totp_since: number | null; recovery_codes_left: number }

/** Whether a login needs a code. A page of the server turns codes on and off, because it works without this client, too. */
export function OneTimeCodes() {
  const client = useClient()
  const { ask } = client
  const { value } = fetched(client, (): Promise<Factors> => ask('GET /parley/factors'))
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
