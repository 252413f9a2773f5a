/**
 * The page's only script. While the user types, it shows the endpoints and events that contain each word in the search field.
 * A browser without scripts sends the field to the server, which selects by the same rule (entries.ts).
 */
export const SCRIPT = `
const form = document.querySelector('form[role=search]')
const field = form.q
const articles = [...document.querySelectorAll('article')]
const linkOf = new Map([...document.querySelectorAll('nav li a')].map((link) => [link.hash.slice(1), link.parentElement]))
const nothing = document.querySelector('.nothing')

function filter() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let found = 0
  for (const article of articles) {
    const isShown = words.every((word) => article.dataset.words.includes(word))
    article.hidden = linkOf.get(article.id).hidden = !isShown
    if (isShown) found++
  }
  for (const box of document.querySelectorAll('nav [data-box]')) box.hidden = !box.querySelector('li:not([hidden])')
  for (const box of document.querySelectorAll('main [data-box]')) box.hidden = !box.querySelector('article:not([hidden])')
  for (const group of document.querySelectorAll('nav details')) group.open = words.length > 0
  document.querySelector('#introduction').hidden = words.length > 0
  nothing.hidden = found > 0
  scrollTo(0, 0)
}

// The response to a search has only its results, so this script cannot find other entries.
if (document.body.dataset.query === '') {
  field.addEventListener('input', filter)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    document.querySelector('article:not([hidden])')?.scrollIntoView()
  })
  if (field.value !== '') filter()
}

document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && event.target !== field) {
    event.preventDefault()
    location.hash = ''
    field.focus()
    field.select()
  }
  if (event.key === 'Escape' && event.target === field) {
    field.value = ''
    field.dispatchEvent(new Event('input'))
    field.blur()
  }
})
`
