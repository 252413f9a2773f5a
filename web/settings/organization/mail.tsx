import { For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { MailFigures, WaitingEmail } from '../../../client-state/wire'
import { fullTime } from '../../parts/time'
import { mailWords as words } from '../../words/en-mail'
import { organizationSections } from '../../words/en-sections'
import { locale } from '../../words/language'
import { attempt, fetched } from '../fetched'
import { Items, Part } from '../parts'
import { DataTable } from './data-table'

const SECONDS_PER_DAY = 86_400

/** The emails that wait, the addresses that refused emails, and how many notifications of each day reached which end. */
export function Mail() {
  const client = useClient()
  const { ask, names } = client
  const { value, refresh } = fetched(client, () => ask('GET /parley/mail'))
  const allow = async (address: string) => {
    await attempt(client, ask('DELETE /parley/mail/suppressions', { address }))
    await refresh()
  }
  return (
    <Show when={value()}>
      {(mail) => (
        <>
          <Part title={organizationSections['organization/mail'] ?? ''} text={words.text}>
            <Show when={!mail().can_send}>
              <p role="status">{words.cannotSend}</p>
            </Show>
            <Show when={mail().waiting > 0} fallback={<p class="quiet">{words.noneWaits}</p>}>
              <p>{words.waiting(mail().waiting)}</p>
              <Table name={words.waits} heads={words.waitingHeads} rows={mail().emails.map(cellsOfEmail)} />
            </Show>
          </Part>
          <Part title={words.refused} text={words.refusedText}>
            <Items of={mail().suppressed} none={words.noneRefused}>
              {(row) => (
                <li>
                  <div class="grow">
                    <b>{row.address ?? (row.user_id === null ? '' : names.user(row.user_id))}</b>
                    <p class="quiet">
                      {fullTime(row.suppressed_at)} · {row.error}
                    </p>
                  </div>
                  <Show when={row.address}>
                    {(address) => (
                      <button class="act" onClick={() => void allow(address())}>
                        {words.allow}
                      </button>
                    )}
                  </Show>
                </li>
              )}
            </Items>
          </Part>
          <Part title={words.figures} text={words.figuresText}>
            <Show when={mail().figures.length > 0} fallback={<p class="quiet">{words.noFigures}</p>}>
              <Table
                name={words.figureHeads[0] ?? words.figures}
                heads={words.figureHeads}
                rows={mail().figures.map(cellsOfFigure)}
              />
            </Show>
          </Part>
        </>
      )}
    </Show>
  )
}

const cellsOfEmail = ({ due_at, expires_at, failures, error }: WaitingEmail): string[] => [
  fullTime(due_at),
  fullTime(expires_at),
  String(failures),
  error ?? '',
]

const cellsOfFigure = ({ day, medium, outcome, count }: MailFigures): string[] => [
  new Date(day * SECONDS_PER_DAY * 1000).toLocaleDateString(locale, { timeZone: 'UTC' }),
  words.media[medium] ?? medium,
  words.outcomes[outcome] ?? outcome,
  String(count),
]

function Table(props: { name: string; heads: readonly string[]; rows: readonly string[][] }) {
  return (
    <DataTable name={props.name} heads={props.heads}>
      <For each={props.rows}>
        {(cells) => (
          <tr>
            <For each={cells}>{(cell) => <td>{cell}</td>}</For>
          </tr>
        )}
      </For>
    </DataTable>
  )
}
