import { createSignal, For, Show } from 'solid-js'
import type { AuditLogEntry } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { organizationWords as words } from '../../words/en-organization'
import { Part } from '../parts'
import { detailsOf } from './audit-details'
import { LogTable } from './log-table'

const isKind = (value: string): value is AuditLogEntry['kind'] => value in words.kinds

/** What administrators changed, and who logged in. */
export function AuditLog() {
  const client = useClient()
  const { ask, names, store } = client
  const [kind, setKind] = createSignal<AuditLogEntry['kind']>()
  return (
    <Part title={words.sections['organization/audit-log']} text={words.auditText}>
      <select
        class="filter"
        aria-label={words.kind}
        onChange={({ currentTarget: { value } }) => setKind(isKind(value) ? value : undefined)}
      >
        <option value="">{words.allKinds}</option>
        <For each={Object.entries(words.kinds)}>{([value, name]) => <option value={value}>{name}</option>}</For>
      </select>
      <Show keyed when={{ kind: kind() }}>
        {(chosen) => (
          <LogTable
            name={words.entries}
            heads={[words.subject, words.details]}
            load={(before_id) => ask('GET /parley/audit_log', { ...chosen, before_id })}
            kinds={words.kinds}
            cells={({ user_id, kind, details }) => [
              user_id === null ? '' : names.user(user_id),
              detailsOf(client, kind, details),
            ]}
          />
        )}
      </Show>
      <Show when={!store.state.is_owner}>
        <p class="quiet">{words.onlyOwners}</p>
      </Show>
    </Part>
  )
}
