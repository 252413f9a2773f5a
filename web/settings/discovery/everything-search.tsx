import { createSignal, Show } from 'solid-js'
import type { DiscoveredMessage } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { discoveryWords as words } from '../../words/en-discovery'
import { attempt, fetched } from '../fetched'
import { CheckField, TextField } from '../form-fields'
import { Part, SettingsForm, textOf } from '../parts'
import { aboutWhom, Reason, reasonAndTime } from './about-whom'
import { FoundMessages } from './found-messages'
import { SearchExports } from './search-exports'

type Result = { search_id: number; messages: DiscoveredMessage[]; next: number | null }

/** A page with few matches may be empty. The next ones follow by themselves, until there are some. */
const MIN_MESSAGES = 20

/** The form of a search over everything, its result, and the exports of results. `noted`: the log has one more entry. */
export function EverythingSearch(props: { noted: () => void }) {
  const client = useClient()
  const { ask } = client
  const { people, channels, Fields } = aboutWhom()
  const [result, setResult] = createSignal<Result>()
  const exported = fetched(client, async () => (await ask('GET /parley/discovery/exports')).exports)

  async function begin(fields: FormData) {
    const requested = { narrow: narrowOf(fields, { people: people(), channels: channels() }), ...reasonAndTime(fields) }
    const { search_id } = await ask('POST /parley/discovery/searches', requested)
    props.noted()
    setResult({ search_id, messages: [], next: null })
    await load(search_id)
  }
  async function load(search_id: number, first?: number | null) {
    let before = first
    for (let found = 0; found < MIN_MESSAGES && before !== null;) {
      const params = { search_id, ...(before === undefined ? {} : { before }) }
      const { messages, next } = await ask('GET /parley/discovery/searches/:search_id/messages', params)
      const present = result()
      if (present?.search_id !== search_id) return
      setResult({ search_id, messages: [...present.messages, ...messages], next })
      found += messages.length
      before = next
    }
  }
  async function exportsChange() {
    await exported.refresh()
    props.noted()
  }
  const exportResult = (search_id: number) =>
    attempt(client, ask('POST /parley/discovery/searches/:search_id/exports', { search_id })).then(exportsChange)
  return (
    <>
      <Part title={words.search} text={words.searchText}>
        <SettingsForm button={words.search} submit={begin}>
          <Reason />
          <TextField label={words.words} name="words" most={1000} isOptional />
          <Fields />
          <CheckField label={words.onlyDeleted} name="deleted" />
        </SettingsForm>
        <Show when={result()}>
          {(found) => (
            <FoundMessages
              messages={found().messages}
              isMore={found().next !== null}
              more={() => attempt(client, load(found().search_id, found().next))}
              save={() => exportResult(found().search_id)}
            />
          )}
        </Show>
      </Part>
      <SearchExports exports={exported.value()} refresh={exportsChange} />
    </>
  )
}

function narrowOf(fields: FormData, { people, channels }: { people: number[]; channels: number[] }) {
  const text = textOf(fields, 'words')
  return [
    ...(text === '' ? [] : [{ operator: 'search', operand: text }]),
    ...(people.length === 0 ? [] : [{ operator: 'person', operand: people }]),
    ...(channels.length === 0 ? [] : [{ operator: 'channel', operand: channels }]),
    ...(fields.has('deleted') ? [{ operator: 'is', operand: 'deleted' }] : []),
  ]
}
