import type { DiscoveryLogEntry } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { discoveryWords as words } from '../../words/en-discovery'
import { organizationWords } from '../../words/en-organization'
import { LogTable } from '../organization/log-table'
import { Part } from '../parts'

const MAX_CHARACTERS = 300

/** The log of holds and of searches over everything. */
export function DiscoveryLog() {
  const { ask } = useClient()
  return (
    <Part title={words.log} text={words.logText}>
      <LogTable
        name={words.log}
        heads={[words.reason, organizationWords.details]}
        load={(before_id) => ask('GET /parley/discovery/log', { before_id })}
        kinds={words.kinds}
        cells={cellsOf}
      />
    </Part>
  )
}

/** The reason, and the other details with the names of the API: they are evidence. */
function cellsOf({ details: { reason, ...others } }: DiscoveryLogEntry): string[] {
  const texts = Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return [typeof reason === 'string' ? reason : '', texts.join(', ').slice(0, MAX_CHARACTERS)]
}
