import { createSignal, For, onMount, Show } from 'solid-js'
import { clockTime, fullTime } from './time'
import { laterWords } from '../words/en-later'
import { usualTimes } from './times'
import './time-menu.css'

type Props = {
  title: string
  /** Returns why the time was refused, or undefined. */
  choose: (date: Date) => Promise<string | undefined>
  close: () => void
}

/** Chooses a time: one that people often mean, or any other. */
export function TimeMenu(props: Props) {
  let frame!: HTMLDivElement
  let field!: HTMLInputElement
  const [error, setError] = createSignal<string>()
  const moments = usualTimes(new Date(), laterWords.moments)
  onMount(() => frame.querySelector('button')?.focus())

  const choose = async (date: Date) => setError(await props.choose(date))

  function chooseOwn() {
    const date = new Date(field.value)
    if (Number.isNaN(date.getTime())) setError(laterWords.schedule.noTime)
    else void choose(date)
  }

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...frame.querySelectorAll<HTMLElement>('button')]
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (event.key === 'Escape') props.close()
    else if (event.key === 'ArrowDown' && at >= 0) buttons[(at + 1) % buttons.length]?.focus()
    else if (event.key === 'ArrowUp' && at >= 0) buttons.at(at - 1)?.focus()
    else if (event.key === 'Enter' && event.target === field) chooseOwn()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div class="time-menu" role="dialog" aria-label={props.title} ref={frame} onKeyDown={onKeyDown}>
      <p class="time-title">{props.title}</p>
      <For each={moments}>
        {({ name, date }) => (
          <button class="row" type="button" onClick={() => void choose(date)}>
            <span class="name">{name}</span>
            <span class="detail" title={fullTime(date.getTime() / 1000)}>
              {clockTime(date.getTime() / 1000)}
            </span>
          </button>
        )}
      </For>
      <div class="own-time">
        <input ref={field} type="datetime-local" aria-label={laterWords.schedule.ownTime} />
        <button class="act" type="button" onClick={chooseOwn}>
          {laterWords.schedule.choose}
        </button>
      </div>
      <Show when={error()}>
        <p class="fail" role="alert">
          {error()}
        </p>
      </Show>
      <button class="act" type="button" onClick={() => props.close()}>
        {laterWords.cancel}
      </button>
    </div>
  )
}
