import { ask } from '../wire/requests'
import { report, store } from '../app'
import { userSettingWords } from '../words/en-user-settings'
import { settingsWords as words } from '../words/en-settings'
import { SettingControl } from './control'
import { Part } from './parts'
import { saveUserSetting, userSettings } from './preferences'

/** What the organization keeps about the user, and who may export it. */
export function OwnData() {
  async function download() {
    const [profile, alert_words, saved_snippets] = await Promise.all(
      ['/users/me', '/users/me/alert_words', '/saved_snippets'].map((path) => ask(`GET ${path}`)),
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
        value={userSettings().allow_private_data_export}
        save={(value) => saveUserSetting('allow_private_data_export', value)}
      />
      <p class="quiet">{words.dataExport}</p>
      <button class="act strong" onClick={() => void download().catch(report)}>
        {words.downloadSettings}
      </button>
    </Part>
  )
}
