import { useClient } from '../client/use-client'
import { settingsWords as words } from '../words/en-settings'
import { fetched } from './fetched'
import { Items, Part, RemoveButton, SettingsForm, textOf } from './parts'
import { TextField } from './form-fields'

/** Words that notify the user in any message. */
export function AlertWords() {
  const client = useClient()
  const { ask, report } = client
  const { value, setValue } = fetched(client, async () => (await ask('GET /users/me/alert_words')).alert_words)
  async function change(method: 'POST' | 'DELETE', word: string) {
    const { alert_words } = await ask(`${method} /users/me/alert_words`, { alert_words: [word] })
    setValue(() => alert_words)
  }
  return (
    <Part title={words.sections['alert-words']} text={words.alertWordsText}>
      <SettingsForm
        button={words.add}
        submit={async (fields, form) => {
          await change('POST', textOf(fields, 'word'))
          form.reset()
        }}
      >
        <TextField label={words.newWord} name="word" most={100} />
      </SettingsForm>
      <Items of={value()} none={words.noAlertWords}>
        {(word) => (
          <li>
            <span class="grow" dir="auto">
              {word}
            </span>
            <RemoveButton name={word} remove={() => change('DELETE', word).catch(report)} />
          </li>
        )}
      </Items>
    </Part>
  )
}
