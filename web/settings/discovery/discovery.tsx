import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { discoveryWords as words } from '../../words/en-discovery'
import { organizationSections } from '../../words/en-sections'
import { isPermitted } from '../organization/own-permissions'
import { Part } from '../parts'
import { DiscoveryLog } from './discovery-log'
import { EverythingSearch } from './everything-search'
import { Holds } from './holds'

/** Holds, searches over everything, and their log: for the owners whom the permission names. */
export function Discovery() {
  const client = useClient()
  const [entries, setEntries] = createSignal(1)
  const noted = () => setEntries((before) => before + 1)
  const isAllowed = () => isPermitted(client, 'parley_can_search_everything_group')
  return (
    <Show
      when={isAllowed()}
      fallback={
        <Part title={organizationSections['organization/discovery']} text={words.notAllowed} children={undefined} />
      }
    >
      <Holds noted={noted} />
      <EverythingSearch noted={noted} />
      {/* Another number makes the log anew. */}
      <For each={[entries()]}>{() => <DiscoveryLog />}</For>
    </Show>
  )
}
