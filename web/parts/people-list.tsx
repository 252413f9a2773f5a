import { For, Show } from 'solid-js'
import { overlayWords as words } from '../words/en-overlays'
import { PersonLink } from './person-link'

const MAX_PEOPLE = 100

/** Links to the cards of users. It shows the first hundred, and how many more there are. */
export function PeopleList(props: { user_ids: readonly number[] }) {
  return (
    <>
      <ul class="people">
        <For each={props.user_ids.slice(0, MAX_PEOPLE)}>
          {(user_id) => (
            <li>
              <PersonLink user_id={user_id} />
            </li>
          )}
        </For>
      </ul>
      <Show when={props.user_ids.length > MAX_PEOPLE}>
        <p class="quiet">{words.more(props.user_ids.length - MAX_PEOPLE)}</p>
      </Show>
    </>
  )
}
