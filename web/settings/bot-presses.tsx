import { createSignal, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { integrationWords as words } from '../words/en-integrations'
import { settingsWords } from '../words/en-settings'
import { attempt, fetched } from './fetched'
import { NewSecret } from './new-secret'
import { RemoveButton, SettingsForm, textOf } from './parts'
import { Secret } from './secret'
import { TextField } from './form-fields'

/** Where presses on the buttons, menus and fields of a bot are sent. */
export function BotPresses(props: { bot_id: number }) {
  const client = useClient()
  const { ask } = client
  const { bot_id } = props
  const path = '/parley/bots/:bot_id/press_address'
  const { value, refresh } = fetched(client, async () => (await ask(`GET ${path}`, { bot_id })).url)
  const [secret, setSecret] = createSignal('')
  async function save(fields: FormData, form: HTMLFormElement) {
    setSecret((await ask(`PUT ${path}`, { bot_id, url: textOf(fields, 'url') })).secret ?? '')
    form.reset()
    await refresh()
  }
  const remove = () => attempt(client, ask(`DELETE ${path}`, { bot_id })).then(refresh)
  return (
    <>
      <h4>{words.presses}</h4>
      <p class="quiet">{words.pressesText}</p>
      <Show when={value()}>
        {(url) => (
          <ul class="items">
            <li>
              <span class="grow">{url()}</span>
              <NewSecret name={url()} replace={(has_leaked) => ask(`POST ${path}/secret`, { bot_id, has_leaked })} />
              <RemoveButton name={url()} remove={remove} />
            </li>
          </ul>
        )}
      </Show>
      <Show when={secret()}>{(text) => <Secret text={text()} name={words.secret} />}</Show>
      <SettingsForm button={settingsWords.save} submit={save}>
        <TextField label={`${words.presses}: ${words.url}`} name="url" type="url" most={2000} />
      </SettingsForm>
    </>
  )
}
