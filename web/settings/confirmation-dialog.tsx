import { createSignal, For, Match, Show, Switch } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { perClient } from '../client/per-client'
import { Dialog } from '../parts/dialog'
import { safetyWords as words } from '../words/en-safety'
import { settingsWords } from '../words/en-settings'
import { Refusal } from '../wire/requests'
import { fetched } from './fetched'
import { messageOf, SettingsForm, typedIn } from './parts'

type Wish = { title: string; run: () => Promise<unknown> }
type Ways = { hasPassword: boolean; hasPasskeys: boolean; providers: { provider: string; display_name: string }[] }

const wished = perClient(() => {
  const [wish, setWish] = createSignal<Wish>()
  return { wish, setWish }
})

/** Returns the change that waits for the confirmation. */
export const wish = (client: Client) => wished(client).wish()

/** Asks who uses the session, and then makes a change for which the server wants a recent login. */
export const withPassword = (client: Client, run: () => Promise<unknown>, title = words.confirm): void =>
  void wished(client).setWish({ title, run })

/** Makes a change. Asks who uses the session only if the server wants to know it. */
export async function withRecentLogin(client: Client, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'PARLEY_CONFIRMATION_REQUIRED') withPassword(client, run)
    else client.report(error)
  }
}

async function waysToConfirm({ ask }: Client): Promise<Ways> {
  const [{ has_password, passkeys }, { identities }] = await Promise.all([
    ask('GET /parley/factors'),
    ask('GET /parley/identities'),
  ])
  const providers = identities.flatMap(({ provider, display_name }) =>
    provider === null ? [] : [{ provider, display_name }],
  )
  return { hasPassword: has_password, hasPasskeys: passkeys > 0, providers }
}

/** Asks for the password or a passkey. Users who have neither log in again at their provider. */
export function ConfirmationDialog(props: { wish: Wish }) {
  const client = useClient()
  const close = () => wished(client).setWish(undefined)
  const { value: ways } = fetched(client, () => waysToConfirm(client))
  const [error, setError] = createSignal('')
  async function goOn() {
    await props.wish.run()
    close()
  }
  async function usePasskey() {
    setError('')
    try {
      const { confirmWithPasskey } = await import('./passkey-confirmation')
      await confirmWithPasskey(client)
      await goOn()
    } catch (failure) {
      setError(failure instanceof DOMException ? words.noPasskeyUsed : messageOf(failure))
    }
  }
  return (
    <Dialog title={props.wish.title} close={close}>
      <p class="quiet">{words.confirmText}</p>
      <Show when={ways()}>
        {(available) => (
          <Switch>
            <Match when={available().hasPassword}>
              <PasswordForm goOn={goOn} />
            </Match>
            <Match when={!available().hasPasskeys && available().providers.length > 0}>
              <p>{words.logInAgain}</p>
              <For each={available().providers}>
                {({ provider, display_name }) => (
                  <a class="act" href={loginAt(provider)}>
                    {words.logInWith(display_name)}
                  </a>
                )}
              </For>
            </Match>
          </Switch>
        )}
      </Show>
      <Show when={ways()?.hasPasskeys}>
        <button class="act" onClick={() => void usePasskey()}>
          {words.usePasskey}
        </button>
        <p class="fail" role="alert">
          {error()}
        </p>
      </Show>
    </Dialog>
  )
}

function PasswordForm(props: { goOn: () => Promise<void> }) {
  const { ask } = useClient()
  return (
    <SettingsForm
      button={words.goOn}
      submit={async (fields) => {
        await ask('POST /parley/sessions/confirm', { password: typedIn(fields, 'password') })
        await props.goOn()
      }}
    >
      <label>
        {settingsWords.password}
        <input name="password" type="password" required autocomplete="current-password" autofocus />
      </label>
    </SettingsForm>
  )
}

/** The path at which the user logs in again, and returns to the open section. */
const loginAt = (provider: string) =>
  `/accounts/login/social/${provider}?${new URLSearchParams({ next: `/${location.hash}` }).toString()}`
