import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { sendFile } from '../../wire/form'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { confirmed, ConfirmDialog } from '../confirm'
import { withRecentLogin } from '../confirmation-dialog'
import { SettingControl } from '../control'
import { Part, SettingsForm, textOf } from '../parts'
import { isLocked, Note, RealmPart } from './rules'
import { TextField } from '../form-fields'

/** The name, the pictures and the ways to log in of the organization. */
export function OrganizationProfile() {
  const client = useClient()
  const { ask, connection, store } = client
  return (
    <>
      <Note />
      <RealmPart part="identity" />
      <Picture title={words.icon} text={words.iconText} kind="icon" />
      <Picture title={words.logo} text={words.logoText} kind="logo" />
      <Picture title={words.nightLogo} text={words.logoText} kind="night_logo" />
      <LoginMethods />
      <Show when={store.state.is_owner}>
        <Part title={words.closeTitle} text={words.closeText}>
          <button
            class="act danger"
            onClick={() =>
              confirmed(client, {
                title: words.closeTitle,
                text: words.closeText,
                button: words.closeButton,
                run: () => ask('POST /realm/deactivate').then(() => connection.forget()),
              })
            }
          >
            {words.closeButton}
          </button>
        </Part>
        <Erasure />
      </Show>
      <ConfirmDialog />
    </>
  )
}

function Erasure() {
  const client = useClient()
  const { ask, connection } = client
  const erase = (name: string) => async () => {
    await ask('POST /parley/erasure', { name })
    connection.forget()
  }
  return (
    <Part title={words.eraseTitle} text={words.eraseText}>
      <SettingsForm
        button={words.eraseButton}
        isDangerous
        submit={(fields) => withRecentLogin(client, erase(textOf(fields, 'name')))}
      >
        <TextField label={words.eraseName} name="name" most={1000} />
      </SettingsForm>
    </Part>
  )
}

type PictureProps = { title: string; text: string; kind: 'icon' | 'logo' | 'night_logo' }

function Picture(props: PictureProps) {
  const client = useClient()
  const { ask, report, store, watch } = client
  let input!: HTMLInputElement
  const [version, setVersion] = createSignal(0)
  const night = props.kind === 'night_logo'
  const upload = (file: File) =>
    props.kind === 'icon'
      ? sendFile(client, 'POST /realm/icon', file)
      : sendFile(client, 'POST /realm/logo', file, { night })
  const remove = () => (props.kind === 'icon' ? ask('DELETE /realm/icon') : ask('DELETE /realm/logo', { night }))
  const values = () => {
    watch('realm')
    version()
    return { url: store.state[`realm_${props.kind}_url`], isOwn: store.state[`realm_${props.kind}_source`] === 'U' }
  }
  async function change(run: () => Promise<unknown>) {
    await run().catch(report)
    setVersion(version() + 1)
  }
  return (
    <Part title={props.title} text={props.text}>
      <div class="own-picture">
        <Show when={isOwnOrigin(values().url)}>
          <img class={`realm-${props.kind}`} src={values().url} alt="" />
        </Show>
        <Show when={!isLocked(client, 'name')}>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            onChange={() => {
              const [file] = input.files ?? []
              input.value = ''
              if (file) void change(() => upload(file))
            }}
          />
          <button
            class="act strong"
            aria-label={`${settingsWords.choosePicture}: ${props.title}`}
            onClick={() => input.click()}
          >
            {settingsWords.choosePicture}
          </button>
          <Show when={values().isOwn}>
            <button class="act" onClick={() => void change(remove)}>
              {words.usualPicture}
            </button>
          </Show>
        </Show>
      </div>
    </Part>
  )
}

const isOwnOrigin = (url: unknown): boolean =>
  typeof url === 'string' && new URL(url, location.href).origin === location.origin

/** The ways to log in that the server has. */
function LoginMethods() {
  const client = useClient()
  const { ask, store, watch } = client
  const methods = () => {
    watch('realm')
    return Object.entries(store.state.realm_authentication_methods).flatMap(([name, { enabled, available }]) =>
      available || enabled ? [{ name, isOn: enabled }] : [],
    )
  }
  return (
    <Part title={words.loginMethods} text={words.loginMethodsText}>
      <For each={methods()}>
        {({ name, isOn }) => (
          <SettingControl
            line={{ kind: 'flag' }}
            words={{ name, text: '' }}
            value={isOn}
            isDisabled={isLocked(client, 'authentication_methods')}
            save={(value) => ask('PATCH /realm', { authentication_methods: { [name]: value === true } })}
          />
        )}
      </For>
    </Part>
  )
}
