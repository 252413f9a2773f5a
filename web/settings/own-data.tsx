import { useClient } from '../client/use-client'
import { userSettingWords } from '../words/en-user-settings'
import { settingsWords as words } from '../words/en-settings'
import { SettingControl } from './control'
import { withRecentLogin } from './confirmation-dialog'
import { Part, SettingsForm, textOf } from './parts'
import { saveUserSetting, userSettings } from './preferences'
import { CheckField, TextField } from './form-fields'

/** What the organization keeps about the user, and who may export it. */
export function OwnData() {
  const client = useClient()
  const { ask, report, store } = client
  async function download() {
    const [profile, alert_words, saved_snippets] = await Promise.all(
      (['GET /users/me', 'GET /users/me/alert_words', 'GET /saved_snippets'] as const).map((route) => ask(route)),
    )
    const settings = { ...store.state.user_settings }
    const data = JSON.stringify({ profile, settings, alert_words, saved_snippets }, undefined, 2)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([data], { type: 'application/json' }))
    link.download = 'parley-profile.json'
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  }
  return (
    <Part title={words.sections.data ?? ''} text={words.dataText}>
      <SettingControl
        line={{ kind: 'flag' }}
        words={userSettingWords.allow_private_data_export}
        value={userSettings(client).allow_private_data_export}
        save={(value) => saveUserSetting(client, 'allow_private_data_export', value)}
      />
      <p class="quiet">{words.dataExport}</p>
      <button class="act strong" onClick={() => void download().catch(report)}>
        {words.downloadSettings}
      </button>
      <Erasure />
    </Part>
  )
}

function Erasure() {
  const client = useClient()
  const { ask, connection } = client
  const erase = (fields: FormData) => async () => {
    const choices = { email: textOf(fields, 'email'), deletes_messages: fields.has('messages') }
    await ask('POST /parley/users/me/erasure', choices)
    connection.forget()
    location.reload()
  }
  return (
    <Part title={words.eraseAccount} text={words.eraseAccountText}>
      <SettingsForm
        button={words.eraseAccountButton}
        isDangerous
        submit={(fields) => withRecentLogin(client, erase(fields))}
      >
        <CheckField label={words.eraseMessages} name="messages" />
        <TextField label={words.eraseEmail} name="email" type="email" most={254} />
      </SettingsForm>
    </Part>
  )
}
