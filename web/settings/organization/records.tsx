import { Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { RealmExport } from '../../../client-state/wire'
import { fullTime } from '../../parts/time'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt, fetched } from '../fetched'
import { Items, Part, RemoveButton, SettingsForm, textOf } from '../parts'
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
