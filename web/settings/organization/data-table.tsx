import { For, type JSX } from 'solid-js'

/** `hasFigures`: its cells have numbers, which stay in one line. */
type Props = { name: string; heads: readonly string[]; hasFigures?: boolean; children: JSX.Element }

/** A table that scrolls within its frame, also with the keyboard. The children are its rows. */
export function DataTable(props: Props) {
  return (
    <div class="table-frame" tabindex="0" role="region" aria-label={props.name}>
      <table class="data-table" classList={{ figures: props.hasFigures === true }}>
        <thead>
          <tr>
            <For each={props.heads}>{(head) => <th scope="col">{head}</th>}</For>
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  )
}
