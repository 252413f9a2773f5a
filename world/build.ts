import process from 'node:process'
import { buildServer } from './bundle.ts'

process.stdout.write(JSON.stringify(await buildServer(JSON.parse(process.argv[2] ?? '{}'))))
