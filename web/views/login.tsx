import { createSignal, onCleanup, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { loginWords } from '../words/en-login'
import './login.css'

/** A page of the server, which leads back to the view that is open. */
const pageOfServer = (path: string) => `${path}?${new URLSearchParams({ next: `/${location.hash}` }).toString()}`

/** Asks for the address and the password. Above a view whose session has ended, the view stays behind it. */
export function LoginView() {
  const { ask, connection } = useClient()
  let address!: HTMLInputElement
  let password!: HTMLInputElement
  const [error, setError] = createSignal('')
  const [isBusy, setBusy] = createSignal(false)
  onMount(() => address.focus())

  async function logIn() {
    setBusy(true)
    setError('')
    try {
      const { parley_second_factor } = await ask('POST site:/json/login', {
        username: address.value.trim(),
        password: password.value,
      })
      if (parley_second_factor) location.assign(pageOfServer('/login/second-factor'))
      else await connection.start()
    } catch (failure) {
      setError(failure instanceof Refusal ? failure.message : words.unreachable)
      setBusy(false)
      password.select()
    }
  }

  return (
    <main class="login">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void logIn()
        }}
      >
        <Organization />
        <label for="address">{loginWords.address}</label>
        <input id="address" ref={address} name="username" type="email" autocomplete="username" required />
        <label for="password">{loginWords.password}</label>
        <input
          id="password"
          ref={password}
          name="password"
          type="password"
          autocomplete="current-password"
          required
          aria-invalid={error() !== ''}
          aria-describedby="login-error"
          onInput={() => setError('')}
        />
        <p class="fail" id="login-error" role="alert">
          <Show when={error()}>{error()}</Show>
        </p>
        <button class="send" type="submit" disabled={isBusy()}>
          {isBusy() ? loginWords.busy : loginWords.submit}
        </button>
        <p>
          <a href={pageOfServer('/login')}>{loginWords.otherWays}</a>
        </p>
      </form>
    </main>
  )
}

/** The sign and the name of the organization. A server that does not answer has its address for a name. */
function Organization() {
  const { ask } = useClient()
  const [realm, setRealm] = createSignal<{ realm_name: string; realm_icon?: string }>()
  onMount(() => void ask('GET /server_settings').then(setRealm, () => setRealm({ realm_name: location.host })))
  return (
    <>
      <Show when={iconOf(realm()?.realm_icon)} fallback={<Initial of={realm()?.realm_name} />}>
        {(src) => <img class="mark" src={src()} alt="" />}
      </Show>
      <h1>{realm()?.realm_name ?? '\u00A0'}</h1>
      <p>{loginWords.into(location.host)}</p>
    </>
  )
}

/** Returns the icon, unless it is on another host: the client loads nothing of others. */
const iconOf = (address = '') => (new URL(address, location.href).origin === location.origin ? address : '')

const Initial = (props: { of: string | undefined }) => (
  <span class="mark" aria-hidden="true">
    {props.of?.charAt(0)}
  </span>
)

/** Asks for the password above the open view. The view and all written text stay. */
export function LoginSheet() {
  const before = document.activeElement
  onCleanup(() => queueMicrotask(() => before instanceof HTMLElement && before.focus({ preventScroll: true })))
  return (
    <dialog
      class="login-sheet"
      ref={(dialog) => queueMicrotask(() => dialog.isConnected && dialog.showModal())}
      aria-label={loginWords.title}
      onCancel={(event) => event.preventDefault()}
    >
      <LoginView />
    </dialog>
  )
}
