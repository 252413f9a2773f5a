import { createSignal, For, Show } from 'solid-js'
import type { AnswerOf } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { modelWords as words } from '../../words/en-model'
import { locale } from '../../words/language'
import { attempt, fetched } from '../fetched'
import { TextField } from '../form-fields'
import { Items, Part, RemoveButton, SettingsForm, textOf } from '../parts'
import { DataTable } from './data-table'
import { RealmPart } from './rules'

type Model = AnswerOf<'GET /parley/language_model'>

/** Which language model the organization has, its key, and how often it was asked. */
export function LanguageModel() {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, () => ask('GET /parley/language_model'))
  return (
    <>
      <p class="quiet">{words.goesWhere}</p>
      <RealmPart part="model" />
      <Key servers={serversWithKey(value())} changed={refresh} />
      <Trial tried={refresh} />
      <Part title={words.usage} text={words.usageText}>
        <Show when={value()}>{(model) => <Usage days={model().days} />}</Show>
      </Part>
    </>
  )
}

/** The list is empty if there is no key, and undefined before the server answered. */
const serversWithKey = (model: Model | undefined) => model && (model.key_for === null ? [] : [model.key_for])

function Key(props: { servers: string[] | undefined; changed: () => Promise<void> }) {
  const client = useClient()
  async function save(fields: FormData, form: HTMLFormElement) {
    await client.ask('POST /parley/language_model/key', { key: textOf(fields, 'key') })
    form.reset()
    await props.changed()
  }
  async function remove() {
    if (await attempt(client, client.ask('DELETE /parley/language_model/key'))) await props.changed()
  }
  return (
    <Part title={words.key} text={words.keyText}>
      <Items of={props.servers} none={words.noKey}>
        {(server) => (
          <li>
            <div class="grow">{words.keyFor(server)}</div>
            <RemoveButton name={words.key} remove={remove} />
          </li>
        )}
      </Items>
      <SettingsForm button={words.saveKey} submit={save}>
        <TextField label={words.key} name="key" type="password" most={500} />
      </SettingsForm>
    </Part>
  )
}

function Trial(props: { tried: () => Promise<void> }) {
  const client = useClient()
  const [answer, setAnswer] = createSignal<string>()
  async function ask() {
    setAnswer((await client.ask('POST /parley/language_model/trial')).answer)
    await props.tried()
  }
  return (
    <Part title={words.try} text={words.tryText}>
      <SettingsForm button={words.tryButton} submit={ask}>
        <Show when={answer()}>{(text) => <p role="status">{words.answered(text())}</p>}</Show>
      </SettingsForm>
    </Part>
  )
}

const FIGURES = ['requests', 'failures', 'input_tokens', 'output_tokens'] as const

function Usage(props: { days: Model['days'] }) {
  return (
    <Show when={props.days.length > 0} fallback={<p class="quiet">{words.none}</p>}>
      <DataTable name={words.heads.day} heads={[words.heads.day, ...FIGURES.map((name) => words.heads[name])]}>
        <For each={props.days}>
          {(row) => (
            <tr>
              <th scope="row">{row.day}</th>
              <For each={FIGURES}>{(name) => <td>{row[name].toLocaleString(locale)}</td>}</For>
            </tr>
          )}
        </For>
      </DataTable>
    </Show>
  )
}
