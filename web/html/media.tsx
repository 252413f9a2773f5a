import { createSignal, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { perClient } from '../client/per-client'
import { lazyView } from '../parts/lazy'
import { words } from '../words/en'

const Viewer = lazyView(async () => (await import('./viewer')).Viewer)

const viewer = perClient(() => {
  const [opened, setOpened] = createSignal<HTMLAnchorElement>()
  return { opened, setOpened }
})

/** Selects what `enrich` improves. Most messages have none of it. */
const RICH = [
  'table',
  '.message_inline_video',
  '.codehilite',
  'a[href*="user_uploads/"]',
  '.message_inline_image img',
].join()

/** Adds what a message needs beyond the HTML of the server: the viewer of pictures, styles of formulas, and what few messages have. */
export function addMediaActions(client: Client, body: HTMLElement): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>('.message_inline_image > a')) {
    const image = link.querySelector('img')
    if (image === null || link.closest('.youtube-video')) continue
    image.alt ||= link.title || words.picture
    reservePlace(image)
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      viewer(client).setOpened(link)
    })
  }
  for (const pre of body.querySelectorAll<HTMLElement>('pre')) {
    pre.tabIndex = 0
    pre.setAttribute('role', 'group')
    pre.setAttribute('aria-label', pre.closest<HTMLElement>('.codehilite')?.dataset.codeLanguage || words.code)
  }
  if (body.querySelector('.katex')) loadFormulaStyles(client)
  if (body.querySelector(RICH)) import('./rich-media').then(({ enrich }) => enrich(client, body), client.report)
}

const MAX_WIDTH = 360
const MAX_HEIGHT = 240

/** Gives a picture its place before it has arrived, so that it moves nothing. */
function reservePlace(image: HTMLImageElement) {
  const [width = 0, height = 0] = (image.dataset.originalDimensions ?? '').split('x').map(Number)
  if (!(width > 0 && height > 0)) return
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  image.width = Math.max(1, Math.round(width * scale))
  image.height = Math.max(1, Math.round(height * scale))
}

let styles: Promise<unknown> | undefined

/** The styles and fonts of formulas are large, so the first formula fetches them. */
function loadFormulaStyles({ report }: Client) {
  styles ??= import('./formulas').catch((error: unknown) => {
    styles = undefined
    report(error)
  })
}

export function PictureViewer() {
  const client = useClient()
  const { opened, setOpened } = viewer(client)
  return (
    <Show when={opened()} keyed>
      {(link) => (
        <Viewer
          link={link}
          close={() => {
            setOpened(undefined)
            link.focus()
          }}
        />
      )}
    </Show>
  )
}
