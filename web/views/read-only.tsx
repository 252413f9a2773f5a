import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { keyOfRoute, type Writable } from '../routes/route'
import type { WritingRefusal } from '../store/may-write'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'

/** Says why the user cannot write here. A text that was begun stays. */
export function ReadOnly(props: { route: Writable; refusal: WritingRefusal }) {
  const { drafts, hrefOf, watch } = useClient()
  const hasDraft = () => {
    watch('drafts')
    return (drafts.read(keyOfRoute(props.route))?.text ?? '').trim() !== ''
  }
  return (
    <div class="composer no-destination">
      <p>{laterWords.writingRefusals[props.refusal]}</p>
      <Show when={hasDraft()}>
        <a class="act" href={hrefOf({ view: 'drafts' })}>
          {words.drafts}
        </a>
      </Show>
    </div>
  )
}
