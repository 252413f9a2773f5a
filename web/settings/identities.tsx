import { For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { dayName } from '../parts/time'
import { safetyWords as words } from '../words/en-safety'
import { settingsWords } from '../words/en-settings'
import { withRecentLogin } from './confirmation-dialog'
import { fetched, stateOf } from './fetched'
import { Part } from './parts'

type Identity = {
  issuer: string
  subject: string
  provider: string | null
  display_name: string
  email: string | null
  date_connected: number
}
type Provider = { provider: string; display_name: string }
type Facts = { identities: Identity[]; providers: Provider[] }

/** The identities of providers with which the user can log in. The server keeps the last way to log in. */
export function Identities() {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, async (): Promise<Facts> => {
    const [{ identities }, { parley_providers }] = await Promise.all([
      ask('GET /parley/identities'),
      stateOf(client, ['parley_providers']),
    ])
    return { identities, providers: parley_providers ?? [] }
  })
  const connect = (provider: string) =>
    withRecentLogin(client, async () => {
      const { url } = await ask('POST /parley/identities/connect', { provider, next: `/${location.hash}` })
      location.assign(url)
    })
  const remove = ({ issuer, subject }: Identity) =>
    withRecentLogin(client, async () => {
      await ask('DELETE /parley/identities', { issuer, subject })
      await refresh()
    })
  const isEmpty = () => value()?.identities.length === 0 && value()?.providers.length === 0
  return (
    <Show when={value() !== undefined && !isEmpty()}>
      <Part title={words.identities} text={words.identitiesText}>
        <ul class="items">
          <For each={value()?.identities}>
            {(identity) => (
              <li>
                <div class="grow">
                  <b dir="auto">{identity.display_name}</b>
                  <p class="quiet">
                    <Show when={identity.email}>{(email) => <span dir="auto">{email()} · </span>}</Show>
                    {words.connected(dayName(identity.date_connected))}
                    <Show when={identity.provider === null}> · {words.providerGone}</Show>
                  </p>
                </div>
                <button
                  class="act danger"
                  aria-label={settingsWords.removeItem(identity.display_name)}
                  onClick={() => void remove(identity)}
                >
                  {settingsWords.remove}
                </button>
              </li>
            )}
          </For>
        </ul>
        <For each={value()?.providers}>
          {({ provider, display_name }) => (
            <button class="act" onClick={() => void connect(provider)}>
              {words.connect(display_name)}
            </button>
          )}
        </For>
      </Part>
    </Show>
  )
}
