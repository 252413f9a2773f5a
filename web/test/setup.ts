import { afterEach } from 'vitest'
import { closePages } from './person'

// Files share their modules, so a hook in a module would belong to the first file only. This file runs for each of them.
afterEach(closePages)
