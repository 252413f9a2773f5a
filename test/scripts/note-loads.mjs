// Runs before the modules of a program. Writes to a file what the program prints, and when it loads wrangler or miniflare.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import process from 'node:process'

const note = (what) => appendFileSync(process.env.NOTES, `${what}\n`)

const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (text, ...more) => {
  note(`prints ${String(text)}`)
  return write(text, ...more)
}

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const [, name] = /\/node_modules\/(miniflare|wrangler)\//.exec(found.url) ?? []
    if (name) note(`loads ${name}`)
    return found
  },
})
