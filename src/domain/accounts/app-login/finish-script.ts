/**
 * The script of the page that waits in the desktop app. The app offers `electron_bridge.decrypt_clipboard`, which makes a key and
 * waits for a text in the clipboard that this key opens. Without it, the page makes a key, and the user pastes the text.
 */
export const finishScript = `
const link = document.getElementById('open')
const bridge = globalThis.electron_bridge
const waiting = bridge && bridge.decrypt_clipboard ? bridge.decrypt_clipboard(1) : undefined
const key = waiting ? waiting.key : crypto.getRandomValues(new Uint8Array(32))
const hex = [...key].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const address = new URL(link.href)
address.searchParams.set('desktop_flow_otp', hex)
link.href = address
const finish = (token) => { location.href = '/accounts/login/subdomain/' + encodeURIComponent(token) }
if (waiting) waiting.pasted.then(finish)
document.getElementById('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    const bytes = new Uint8Array(document.getElementById('sealed').value.trim().match(/../g).map((pair) => parseInt(pair, 16)))
    const imported = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12) }, imported, bytes.slice(12))
    finish(new TextDecoder().decode(plain))
  } catch {
    document.getElementById('problem').hidden = false
  }
})
`
