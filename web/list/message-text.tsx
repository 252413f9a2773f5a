import { createRenderEffect, Show } from 'solid-js'
import { isEditing, savingText, stopEditing } from '../base/editing'
import { ownSettings } from '../base/own-settings'
import { useClient } from '../client/use-client'
import { showServerHtml } from '../html/server-html'
import { lazyView } from '../parts/lazy'
import { isTwentyFour } from '../parts/time'
import type { Message } from '../store/messages'
import { words } from '../words/en'
import { toggleCollapsed } from './actions'

const EditForm = lazyView(async () => (await import('./edit-form')).EditForm)
const Widget = lazyView(async () => (await import('./widget')).Widget)

/** The text of a message, the text that it will have once it is saved, or the form that edits it. */
export function MessageText(props: { message: Message; ownId: number }) {
  const client = useClient()
  return (
    <Show
      when={!isEditing(client, props.message.id)}
      fallback={<EditForm message={props.message} close={() => stopEditing(client, props.message.id)} />}
    >
      <Show
        when={savingText(client, props.message.id)}
        fallback={<Content message={props.message} ownId={props.ownId} />}
      >
        {(text) => (
          <div class="body plain saving" dir="auto">
            {text()}
          </div>
        )}
      </Show>
      <Show when={props.message.flags.includes('collapsed')}>
        <button class="act expand" onClick={() => toggleCollapsed(client, props.message)}>
          {words.collapsed}
        </button>
      </Show>
    </Show>
  )
}

function Content(props: { message: Message; ownId: number }) {
  return (
    <Show when={props.message.submessages.length > 0} fallback={<Body message={props.message} ownId={props.ownId} />}>
      <Widget message={props.message} />
    </Show>
  )
}

function Body(props: { message: Message; ownId: number }) {
  const client = useClient()
  let current = ''
  let drawnWith = ''
  // The list keeps its place after it has drawn its rows, so the content is there by then.
  const show = (element: HTMLDivElement) =>
    createRenderEffect(() => {
      const written = props.message.match_content ?? props.message.content
      // The name of the sender is in its place.
      const content = props.message.is_me_message ? written.replace('<p>/me ', '<p>') : written
      const { emojiset, web_animate_image_previews, parley_link_previews } = ownSettings(client)
      const look = `${emojiset} ${web_animate_image_previews} ${parley_link_previews} ${isTwentyFour()}`
      if (content === current && look === drawnWith) return
      current = content
      drawnWith = look
      showServerHtml(client, element, content, props.ownId)
    })
  return <div class="body" dir="auto" ref={show} />
}
