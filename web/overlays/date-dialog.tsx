import { createSignal, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { narrowOf, type Route } from '../routes/route'
import { overlayWords as words } from '../words/en-overlays'

/** Shows the first message of a day, or of the next day that has one. */
export function DateDialog(props: { route: Route; close: () => void }) {
  const { ask, go, report } = useClient()
  let field!: HTMLInputElement
  const [isEmpty, setEmpty] = createSignal(false)
  const { route } = props
  const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

  async function jump(event: SubmitEvent) {
    event.preventDefault()
    const begin = new Date(`${field.value}T00:00`)
    try {
      const { messages } = await ask('GET /messages', {
        narrow: narrowOf(route),
        anchor: 'date',
        anchor_date: begin.toISOString(),
        num_before: 0,
        num_after: 1,
      })
      const id: number | undefined = messages[0]?.id
      setEmpty(id === undefined)
      if (id === undefined) return
      props.close()
      go({ ...route, near: id })
    } catch (error) {
      report(error)
    }
  }

  return (
    <Dialog
      title={words.dateTitle}
      close={props.close}
      footer={
        <button class="send" form="date">
          {words.jump}
        </button>
      }
    >
      <form id="date" class="fields" onSubmit={(event) => void jump(event)}>
        <label>
          {words.date}
          <input type="date" ref={field} required max={today} value={today} autofocus />
        </label>
        <Show when={isEmpty()}>
          <p role="alert">{words.nothingSince}</p>
        </Show>
      </form>
    </Dialog>
  )
}
