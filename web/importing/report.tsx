import { For, Show } from 'solid-js'
import type { ImportReport } from '../../conversion/import-copy.ts'
import { importWords as words } from '../words/en-import'
import { locale } from '../words/language'

const MAX_REFUSED = 20

/** What arrived, and what was left out and why. */
export function ReportView(props: { report: ImportReport | undefined; forget: () => void }) {
  return (
    <>
      <p role="status">{words.done}</p>
      <Show when={props.report}>{(report) => <Report report={report()} />}</Show>
      <p class="import-buttons">
        <a class="send" href="/" onClick={props.forget}>
          {words.goOn}
        </a>
      </p>
    </>
  )
}

function Report(props: { report: ImportReport }) {
  const count = (number: number) => number.toLocaleString(locale)
  const address = URL.createObjectURL(new Blob([JSON.stringify(props.report, null, 2)], { type: 'application/json' }))
  const refused = () => Object.values(props.report.lists).reduce((sum, list) => sum + list.refused, 0)
  return (
    <>
      <h2>{words.arrived}</h2>
      <dl class="counts">
        <For each={Object.entries(props.report.converted)}>
          {([name, number]) => (
            <div>
              <dt>{words.counts[name] ?? name}</dt>
              <dd>{count(number)}</dd>
            </div>
          )}
        </For>
      </dl>
      <h2>{words.leftOut}</h2>
      <ul class="left-out">
        <For each={Object.entries(props.report.skipped)} fallback={<li>{refused() === 0 ? words.nothing : ''}</li>}>
          {([reason, { number, examples }]) => (
            <li>
              {words.reasons[reason] ?? reason}: {count(number)}
              <Show when={examples[0]}>
                <br />
                <span class="quiet">{examples[0]}</span>
              </Show>
            </li>
          )}
        </For>
        <Show when={refused() > 0}>
          <li>
            {words.refused(count(refused()))}
            <For each={props.report.refused.slice(0, MAX_REFUSED)}>
              {({ file, line, reason }) => (
                <>
                  <br />
                  <span class="quiet">{`${file} ${line}: ${reason}`}</span>
                </>
              )}
            </For>
          </li>
        </Show>
      </ul>
      <p>
        <a class="act" href={address} download="import-report.json">
          {words.download}
        </a>
      </p>
    </>
  )
}
