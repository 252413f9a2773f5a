import { createSignal, Show } from 'solid-js'
import type { News, Request } from '../import-worker/messages'
import { importWords as words } from '../words/en-import'
import { locale } from '../words/language'

type Props = { news: Extract<News, { kind: 'working' }>; send: (request: Request) => void }

/** How far the import is, and the buttons that stop it for a while. */
export function Working(props: Props) {
  const [isPaused, setPaused] = createSignal(false)
  const count = (number: number | undefined) => (number ?? 0).toLocaleString(locale)
  const text = () => {
    const { step, list = '', done, total, rate } = props.news.progress
    if (step === 'reading') return words.reading(count(done))
    if (step === 'sorting') return words.sorting(count(done), count(total))
    if (step !== 'rows') return step === 'checking' ? words.checking : words.waiting
    const name = words.lists[list.replace('tables/', '')] ?? words.lists.others ?? ''
    return words.sending(name, count(done), count(total), rate === undefined ? '' : count(rate))
  }
  const toggle = () => {
    props.send({ kind: isPaused() ? 'resume' : 'pause' })
    setPaused(!isPaused())
  }
  return (
    <>
      <p role="status">{isPaused() ? words.paused : text()}</p>
      <Show when={props.news.progress.total} fallback={<progress aria-label={words.title} />}>
        {(total) => <progress aria-label={words.title} max={total()} value={props.news.progress.done ?? 0} />}
      </Show>
      <p class="quiet">{props.news.isBegun ? words.isClosed : words.notYetClosed}</p>
      <p>
        <button class="act strong" onClick={toggle}>
          {isPaused() ? words.resume : words.pause}
        </button>
      </p>
    </>
  )
}
