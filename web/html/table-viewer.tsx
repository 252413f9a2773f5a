import { createRenderEffect, createSignal, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { Part } from '../routes/second-pane'
import { mediaWords } from '../words/en-media'
import { partsOf } from './html-parts'
import { showServerHtml } from './server-html'
import { messageOf } from './viewed-pictures'
import './viewer.css'

/** A table of a message, with the whole second pane for its columns. */
export function TableViewer(props: { part: Part }) {
  const client = useClient()
  const [table, setTable] = createSignal<string>()
  const { at, message_id } = props.part
  void messageOf(client, message_id).then((message) =>
    setTable(partsOf(message?.content ?? '').querySelectorAll('table')[at]?.outerHTML ?? ''),
  )
  const fill = (element: HTMLElement) =>
    createRenderEffect(() => showServerHtml(client, element, table() ?? '', client.store.state.user_id))
  return (
    <section class="layer viewer">
      <header class="head">
        <h1>
          <span class="name">{mediaWords.table}</span>
        </h1>
        {client.headActs?.()}
      </header>
      <Show when={table() !== ''} fallback={<p class="empty">{mediaWords.viewer.missing}</p>}>
        <div class="body broad" ref={fill} />
      </Show>
    </section>
  )
}
