import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { AuditLogEntry, RealmExport } from '../../../client-state/wire'
import { compactTime, fullTime } from '../../parts/time'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt, fetched } from '../fetched'
import { Items, Part, RemoveButton, SettingsForm, textOf } from '../parts'
import { detailsOf } from './audit-details'
import { DataTable } from './data-table'
import { CheckField, TextField } from '../form-fields'

/** The domains whose addresses may join. */
export function Domains() {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, async () => (await ask('GET /realm/domains')).domains)
  const run = async (change: Promise<unknown>) => {
    await attempt(client, change)
    await refresh()
  }
  return (
    <Part title={words.sections['organization/domains']} text={words.domainsText}>
      <Items of={value()} none={words.noDomains}>
        {({ domain, allow_subdomains }) => (
          <li>
            <span class="grow">{domain}</span>
            <label class="choice">
              <input
                type="checkbox"
                class="switch"
                checked={allow_subdomains}
                onChange={({ currentTarget }) =>
                  void run(ask('PATCH /realm/domains/:domain', { domain, allow_subdomains: currentTarget.checked }))
                }
              />
              {words.subdomains}
            </label>
            <RemoveButton name={domain} remove={() => run(ask('DELETE /realm/domains/:domain', { domain }))} />
          </li>
        )}
      </Items>
      <SettingsForm
        button={settingsWords.add}
        submit={async (fields, form) => {
          await ask('POST /realm/domains', {
            domain: textOf(fields, 'domain'),
            allow_subdomains: fields.has('subdomains'),
          })
          form.reset()
          await refresh()
        }}
      >
        <TextField label={words.domain} name="domain" most={253} />
        <CheckField label={words.subdomains} name="subdomains" />
      </SettingsForm>
    </Part>
  )
}

const PUBLIC = 'public'
const FULL = 'full_with_consent'

const stateOfExport = ({ pending, failed_timestamp, deleted_timestamp }: RealmExport) => {
  if (pending) return words.exportStates.pending
  if (failed_timestamp !== null) return words.exportStates.failed
  return deleted_timestamp === null ? '' : words.exportStates.deleted
}

/** Exports of the data of the organization. */
export function Exports() {
  const client = useClient()
  const { ask, names } = client
  const { value, refresh } = fetched(client, async () => (await ask('GET /export/realm')).exports)
  const consents = fetched(client, async () => (await ask('GET /export/realm/consents')).export_consents)
  const run = async (change: Promise<unknown>) => {
    await attempt(client, change)
    await refresh()
  }
  const agreed = () => (consents.value() ?? []).filter(({ consented }) => consented).length
  return (
    <Part title={words.sections['organization/exports']} text={words.exportText}>
      <p>
        <button class="act strong" onClick={() => void run(ask('POST /export/realm', { export_type: PUBLIC }))}>
          {words.exportPublic}
        </button>
        <button class="act strong" onClick={() => void run(ask('POST /export/realm', { export_type: FULL }))}>
          {words.exportFull}
        </button>
        <button
          class="act strong"
          onClick={() => void run(ask('POST /export/realm', { export_type: FULL, parley_form: 'reference' }))}
        >
          {`${words.exportFull} (Zulip)`}
        </button>
      </p>
      <p class="quiet">{words.consents(agreed(), consents.value()?.length ?? 0)}</p>
      <Items of={value()?.toReversed()} none={words.noExports}>
        {(row) => (
          <li>
            <div class="grow">
              <b>{words.exportTypes[row.export_type]}</b>
              <p class="quiet">
                {fullTime(row.export_time)} · {names.user(row.acting_user_id)} {stateOfExport(row)}
              </p>
            </div>
            <Show when={row.export_url}>
              {(url) => (
                <a class="act strong" href={url()} download="">
                  {words.download}
                </a>
              )}
            </Show>
            <Show when={!row.pending && row.deleted_timestamp === null}>
              <button
                class="act"
                onClick={() => void run(ask('DELETE /export/realm/:export_id', { export_id: row.id }))}
              >
                {settingsWords.delete}
              </button>
            </Show>
          </li>
        )}
      </Items>
    </Part>
  )
}

const isKind = (value: string): value is AuditLogEntry['kind'] => value in words.kinds

/** What administrators changed, and who logged in. The newest entries come first. */
export function AuditLog() {
  const client = useClient()
  const { ask, names, store } = client
  const [kind, setKind] = createSignal<AuditLogEntry['kind']>()
  const [entries, setEntries] = createSignal<AuditLogEntry[]>([])
  const [foundOldest, setFoundOldest] = createSignal(true)
  async function load(before_id?: number) {
    const page = await ask('GET /parley/audit_log', { kind: kind(), before_id })
    setEntries(before_id === undefined ? page.entries : [...entries(), ...page.entries])
    setFoundOldest(page.found_oldest)
  }
  fetched(client, () => load())
  const nameOf = (id: number | null) => (id === null ? words.theServer : names.user(id))
  return (
    <Part title={words.sections['organization/audit-log']} text={words.auditText}>
      <select
        class="filter"
        aria-label={words.kind}
        onChange={({ currentTarget: { value } }) => {
          setKind(isKind(value) ? value : undefined)
          void attempt(client, load())
        }}
      >
        <option value="">{words.allKinds}</option>
        <For each={Object.entries(words.kinds)}>{([value, name]) => <option value={value}>{name}</option>}</For>
      </select>
      <DataTable name={words.entries} heads={[words.when, words.kind, words.actor, words.subject, words.details]}>
        <For each={entries()}>
          {(entry) => (
            <tr>
              <td>
                <time title={fullTime(entry.timestamp)}>{compactTime(entry.timestamp)}</time>
              </td>
              <td>{words.kinds[entry.kind] ?? entry.kind}</td>
              <td dir="auto">{nameOf(entry.actor_id)}</td>
              <td dir="auto">{entry.user_id === null ? '' : names.user(entry.user_id)}</td>
              <td dir="auto">{detailsOf(client, entry.kind, entry.details)}</td>
            </tr>
          )}
        </For>
      </DataTable>
      <Show when={!foundOldest()}>
        <button class="act" onClick={() => void attempt(client, load(entries().at(-1)?.id))}>
          {words.older}
        </button>
      </Show>
      <Show when={!store.state.is_owner}>
        <p class="quiet">{words.onlyOwners}</p>
      </Show>
    </Part>
  )
}
