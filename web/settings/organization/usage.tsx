import { For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { sizeText } from '../../parts/size'
import { usageWords as words } from '../../words/en-usage'
import { locale } from '../../words/language'
import { fetched } from '../fetched'
import { Part } from '../parts'
import { DataTable } from './data-table'

type Estimate = { dollars: number; parts: { resource: string; amount: number; dollars: number }[] }

const dollars = (amount: number) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(amount)
const compact = (amount: number) =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(amount)

const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Writes a day such as `2026-11-20`, which is one of UTC. */
const dayOf = (day: string): string => dayFormat.format(new Date(day))

const COUNTS = ['people', 'active_people', 'bots', 'channels', 'messages', 'messages_of_30_days', 'file_bytes'] as const

/** How much the organization uses, and an estimate of what it costs. */
export function Usage() {
  const client = useClient()
  const { ask } = client
  const { value } = fetched(client, () => ask('GET /parley/usage'))
  return (
    <Show when={value()} fallback={<Part title={words.now}>{''}</Part>}>
      {(usage) => (
        <>
          <Part title={words.now}>
            <dl class="counts">
              <For each={COUNTS}>
                {(name) => (
                  <div>
                    <dt>{words.counts[name]}</dt>
                    <dd>{name === 'file_bytes' ? sizeText(usage()[name]) : usage()[name].toLocaleString(locale)}</dd>
                  </div>
                )}
              </For>
            </dl>
          </Part>
          <Part title={words.days} text={words.daysText}>
            <Days days={usage().days} />
          </Part>
          <Part title={words.costs} text={words.costsText(dollars(usage().plan_dollars))}>
            <Costs sockets={usage().with_web_sockets} polls={usage().with_long_polls} />
          </Part>
          <Part title={words.calls}>
            <p class="quiet">{words.callsText}</p>
            <Show when={client.store.state.parley_calls_available.transport === 'sfu'}>
              <p class="quiet">{words.mediaText}</p>
            </Show>
          </Part>
        </>
      )}
    </Show>
  )
}

type Day = { day: string } & Record<string, number | string>

function Days(props: { days: Day[] }) {
  return (
    <DataTable name={words.day} heads={[words.day, ...Object.values(words.ofDay)]}>
      <For each={props.days}>
        {(day) => (
          <tr>
            <th scope="row">{dayOf(day.day)}</th>
            <For each={Object.keys(words.ofDay)}>{(name) => <td>{day[name]?.toLocaleString(locale)}</td>}</For>
          </tr>
        )}
      </For>
    </DataTable>
  )
}

function Costs(props: { sockets: Estimate; polls: Estimate }) {
  const cell = (estimate: Estimate, at: number) => {
    const part = estimate.parts[at]
    return part === undefined ? '' : words.cell(compact(part.amount), dollars(part.dollars))
  }
  return (
    <DataTable name={words.resource} heads={[words.resource, words.withSockets, words.withPolls]} hasFigures>
      <For each={props.sockets.parts}>
        {({ resource }, at) => (
          <tr>
            <th scope="row">{words.resources[resource] ?? resource}</th>
            <td>{cell(props.sockets, at())}</td>
            <td>{cell(props.polls, at())}</td>
          </tr>
        )}
      </For>
      <tr class="total">
        <th scope="row">{words.total}</th>
        <td>{dollars(props.sockets.dollars)}</td>
        <td>{dollars(props.polls.dollars)}</td>
      </tr>
    </DataTable>
  )
}
