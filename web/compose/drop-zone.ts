import type { Client } from '../client/client'
import { labelOf } from '../base/labels'
import { laterWords } from '../words/en-later'
import './drop-zone.css'

/** From now on, files that are dropped anywhere in the window go to the open conversation. A drop never leaves the page. */
export function takeDrops(client: Client): void {
  const { environment, route, signal } = client
  const zone = document.createElement('div')
  zone.className = 'drop-zone'
  zone.setAttribute('role', 'status')

  const picker = () => environment.root.querySelector<HTMLInputElement>('.layer:not(.parked) .write input[type="file"]')

  function show() {
    zone.textContent = picker() === null ? laterWords.drop.nowhere : laterWords.drop.here(labelOf(client, route()))
    environment.root.append(zone)
  }

  function take(event: DragEvent) {
    zone.remove()
    const input = picker()
    const { files } = event.dataTransfer ?? {}
    if (event.defaultPrevented || files === undefined) return
    event.preventDefault()
    if (input === null) return client.setNotice({ text: laterWords.drop.nowhere })
    input.files = files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
  globalThis.addEventListener('dragenter', (event) => hasFiles(event) && show(), { signal })
  globalThis.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal })
  globalThis.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && zone.remove(), { signal })
  globalThis.addEventListener('drop', (event) => hasFiles(event) && take(event), { signal })
  signal.addEventListener('abort', () => zone.remove())
}
