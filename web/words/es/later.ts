// The text of views that load when the first one opens, in Spanish.

import type { laterWords as English } from '../en-later'
import { count } from './grammar'

export const laterWords: typeof English = {
  emojiSearch: 'Buscar emojis',
  emojiOften: 'Más usados',
  emojiFound: 'Emojis',
  emojiNone: 'Ningún emoji se llama así.',
  editedWasDeleted: 'Se eliminó el mensaje. Su texto está ahora en el campo de escritura.',
  onlyUnread: 'Solo sin leer',
  olderConversations:
    'Las conversaciones más antiguas están en sus canales. También puedes encontrarlas con la búsqueda.',
  switcher: {
    placeholder: 'Un canal, tema, persona o vista',
    results: 'Lugares',
    channel: 'canal',
    person: 'mensaje directo',
    topicIn: (channel) => `# ${channel}`,
    search: (text) => `Mensajes con “${text}”`,
    group: 'grupo',
    otherChannel: 'canal, sin suscripción',
    archivedChannel: 'canal archivado',
    nothing: 'Nada se llama así.',
  },
  viewer: {
    place: (at, of) => `${at} de ${of}`,
    previous: 'Anterior',
    next: 'Siguiente',
    original: 'Abrir el original',
  },
  widgets: {
    poll: 'Encuesta',
    todo: 'Lista de tareas',
    noQuestion: 'Encuesta sin pregunta',
    noOptions: 'Aún no hay opciones.',
    option: (text, votes) => `${text}, ${count(votes, 'voto', 'votos')}`,
    addOption: 'Nueva opción',
    addTask: 'Nueva tarea',
    add: 'Añadir',
  },
  planned: {
    noDrafts: 'No hay borradores. Aquí se guarda lo que escribes y no envías.',
    nothingScheduled: 'No hay nada programado. Con “Más tarde”, debajo de un mensaje, lo envías en otro momento.',
    noPlace: 'Aún sin destinatario',
    draftDeleted: 'Borrador eliminado.',
    goOn: 'Seguir escribiendo',
    reminders: 'Recordatorios',
    reminder: 'Recordatorio',
    openMessage: 'Abrir el mensaje',
    reschedule: 'Cambiar la hora',
    failed: 'No se pudo enviar. Edítalo o elimínalo.',
  },
  remind: {
    title: 'Recordarme',
    done: (time) => `Te lo recordaremos: ${time}.`,
  },
  schedule: {
    title: 'Enviar más tarde',
    nothing: 'Primero escribe un mensaje.',
    done: (time) => `El mensaje se enviará: ${time}.`,
    ownTime: 'Otro momento',
    choose: 'Elegir',
    noTime: 'Elige un día y una hora.',
  },
  emojiGroups: {
    custom: 'De esta organización',
    faces: 'Caras',
    people: 'Personas y manos',
    nature: 'Naturaleza',
    food: 'Comida y bebida',
    travel: 'Viajes',
    activities: 'Actividades',
    flags: 'Banderas',
    objects: 'Objetos',
    symbols: 'Símbolos',
  },
}
