import { createSignal, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { settingsWords as words } from '../words/en-settings'
import { AgentCalls } from './agent-calls'
import { Agents } from './agents'
import { ApiKey } from './api-key'
import { Identities } from './identities'
import { OneTimeCodes } from './one-time-codes'
import { Part, SettingsForm, textOf, typedIn } from './parts'
import { TextField } from './form-fields'
import { withPassword } from './confirmation-dialog'
import { Sessions } from './sessions'

/** The address, the password and what protects the account. */
export function Account() {
  const client = useClient()
  const { ask, setNotice, store, watch } = client
  const email = () => {
    watch('people')
    return store.state.delivery_email
  }
  return (
    <>
      <Part title={words.email} text={email()}>
        <Show when={!store.state.realm_email_changes_disabled || store.state.is_admin}>
          <SettingsForm
            button={words.change}
            submit={async (fields, form) => {
              await ask('PATCH /settings', { email: textOf(fields, 'email') })
              form.reset()
              setNotice({ text: words.emailSent })
            }}
          >
            <TextField label={words.newEmail} name="email" type="email" fill="email" most={254} />
          </SettingsForm>
        </Show>
      </Part>
      <Part title={words.password}>
        <PasswordForm />
      </Part>
      <Part title={words.passkeys} text={words.passkeysText}>
        <a class="act" href="/accounts/passkeys">
          {words.managePasskeys}
        </a>
      </Part>
      <OneTimeCodes />
      <Identities />
      <Sessions />
      <Agents />
      <AgentCalls />
      <Part title={words.apiKey} text={words.apiKeyText}>
        <OwnKey />
      </Part>
      <Part title={words.deactivate} text={words.deactivateText}>
        <button
          class="act danger"
          onClick={() => withPassword(client, () => deactivate(client), words.deactivateConfirm)}
        >
          {words.deactivateButton}
        </button>
      </Part>
    </>
  )
}

async function deactivate({ ask, connection }: Client) {
  await ask('DELETE /users/me')
  connection.forget()
  location.reload()
}

function PasswordForm() {
  const { ask, setNotice, store } = useClient()
  return (
    <SettingsForm
      button={words.change}
      submit={async (fields, form) => {
        await ask('PATCH /settings', {
          old_password: typedIn(fields, 'old'),
          new_password: typedIn(fields, 'new'),
        })
        form.reset()
        setNotice({ text: words.passwordChanged })
      }}
    >
      <TextField label={words.oldPassword} name="old" type="password" fill="current-password" />
      <TextField
        label={words.newPassword}
        name="new"
        type="password"
        fill="new-password"
        least={store.state.password_min_length}
        most={store.state.password_max_length}
      />
      <p class="quiet">{words.passwordRule(store.state.password_min_length)}</p>
    </SettingsForm>
  )
}

function OwnKey() {
  const client = useClient()
  const { ask } = client
  const [key, setKey] = createSignal('')
  async function renew() {
    const { api_key } = await ask('POST /users/me/api_key/regenerate')
    setKey(api_key)
  }
  return (
    <>
      <Show when={key()}>{(secret) => <ApiKey api_key={secret()} email={client.store.state.delivery_email} />}</Show>
      <button class="act strong" onClick={() => withPassword(client, renew)}>
        {words.newKey}
      </button>
    </>
  )
}
