import { Show } from 'solid-js'
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
  const isAllowed = () => isPermitted(client, 'parley_can_search_everything_group')
  return (
    <Show
      when={isAllowed()}
      fallback={
        <Part title={organizationSections['organization/discovery']} text={words.notAllowed} children={undefined} />
      }
    >
      <Holds />
      <EverythingSearch />
      <DiscoveryLog />
    </Show>
  )
}
