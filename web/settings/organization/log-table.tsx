import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { compactTime, fullTime } from '../../parts/time'
import { organizationWords as words } from '../../words/en-organization'
import { attempt, fetched } from '../fetched'
import { DataTable } from './data-table'

type Entry = { id: number; timestamp: number; kind: string; actor_id: number | null }

type Props<Of extends Entry> = {
  name: string
  heads: string[]
  load: (before_id?: number) => Promise<{ entries: Of[]; found_oldest: boolean }>
  /** The name of each kind of entries. */
  kinds: Readonly<Record<string, string>>
  /** What follows the time, the kind and the actor. */
  cells: (entry: Of) => string[]
}

/** The entries of a log, the newest first. Older ones follow when they are asked for. */
export function LogTable<Of extends Entry>(props: Props<Of>) {
  const client = useClient()
  const [entries, setEntries] = createSignal<Of[]>([])
  const [foundOldest, setFoundOldest] = createSignal(true)
  async function load(before_id?: number) {
    const page = await props.load(before_id)
    setEntries((before) => (before_id === undefined ? page.entries : [...before, ...page.entries]))
    setFoundOldest(page.found_oldest)
  }
  fetched(client, () => load())
  const nameOf = (id: number | null) => (id === null ? words.theServer : client.names.user(id))
  return (
    <>
      <DataTable name={props.name} heads={[words.when, words.kind, words.actor, ...props.heads]}>
        <For each={entries()}>
          {(entry) => (
            <tr>
              <td>
                <time title={fullTime(entry.timestamp)}>{compactTime(entry.timestamp)}</time>
              </td>
              <td>{props.kinds[entry.kind] ?? entry.kind}</td>
              <For each={[nameOf(entry.actor_id), ...props.cells(entry)]}>{(text) => <td dir="auto">{text}</td>}</For>
            </tr>
          )}
        </For>
      </DataTable>
      <Show when={!foundOldest()}>
        <button class="act" onClick={() => void attempt(client, load(entries().at(-1)?.id))}>
          {words.older}
        </button>
      </Show>
    </>
  )
}
