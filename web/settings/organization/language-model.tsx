import { createSignal, For, Show } from 'solid-js'
import type { AnswerOf } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { modelWords as words } from '../../words/en-model'
import { locale } from '../../words/language'
import { fetched } from '../fetched'
import { Part, SettingsForm } from '../parts'
import { DataTable } from './data-table'
import { RealmPart } from './rules'
import { ServerKey } from './server-key'

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
      <ServerKey
        name={words.key}
        text={words.keyText}
        route="language_model"
        keyFor={value()?.key_for}
        changed={refresh}
      />
      <Trial tried={refresh} />
      <Part title={words.usage} text={words.usageText}>
        <Show when={value()}>{(model) => <Usage days={model().days} />}</Show>
      </Part>
    </>
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
