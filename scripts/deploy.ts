// npm run deploy                 deploys this version: creates what is missing, and updates what exists
// npm run deploy -- --dry-run    only prints what it would do
// npm run deploy -- --help       lists the options
//
// The answers are kept in deployment.json, so the command needs options only once. docs/deploying.md explains the steps.

import process from 'node:process'
import { completeAnswers, readAnswers, USAGE, writeAnswers } from './deploy/answers.ts'
import { inspect } from './deploy/inspect.ts'
import { stepsFor } from './deploy/steps.ts'
import { Problem } from './deploy/problem.ts'

async function deploy() {
  const { options, answers: given } = readAnswers(process.argv.slice(2))
  if (options.help) return console.log(USAGE)
  const answers = await completeAnswers(given)
  const found = await inspect(answers)
  const steps = stepsFor(answers, found)
  console.log(`\n${steps.map(({ title }, index) => `${index + 1}. ${title}`).join('\n')}\n`)
  if (options['dry-run']) return console.log('Nothing was changed: this was a dry run.')
  for (const [index, step] of steps.entries()) {
    console.log(`${index + 1}/${steps.length} ${step.title}`)
    await step.run()
    // What a step found out is kept at once, so that an interrupted deployment can be repeated.
    writeAnswers(answers)
  }
}

try {
  await deploy()
} catch (error) {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
