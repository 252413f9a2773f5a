import { concept } from '../../../concept'
import { deleteLanguageModelKey, getLanguageModel, setLanguageModelKey, tryLanguageModel } from './endpoints'
import { summarize } from './summary-endpoints'
import tables from './tables.sql'
import { transcribeVoice } from './transcript-endpoints'
import { translateMessage } from './translation-endpoints'

export const languageModel = concept({
  name: 'integrations/language-model',
  title: 'Language model',
  tables: [tables],
  endpoints: [
    getLanguageModel,
    setLanguageModelKey,
    deleteLanguageModelKey,
    tryLanguageModel,
    summarize,
    translateMessage,
    transcribeVoice,
  ],
})
