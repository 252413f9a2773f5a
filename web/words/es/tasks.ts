import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  region: 'Primeros pasos',
  title: (realm) => `Preparar ${realm}`,
  text: 'Cuatro pasos. Cada uno está hecho cuando es verdad. Puedes irte y volver.',
  tasks: {
    profile: {
      name: 'Nombre e imagen',
      text: 'Para que la gente reconozca la organización.',
      open: 'Cambiar',
    },
    channels: {
      name: 'Canales para empezar',
      text: 'Quien se une está en ellos. Sin ninguno, los nuevos miembros no ven nada.',
      open: 'Elegir',
    },
    people: {
      name: 'Personas',
      text: 'Por correo, o con un enlace para muchas. Llegan a tu primer canal.',
      open: 'Invitar',
    },
    notifications: {
      name: 'Lo que puede interrumpirte',
      text: 'El navegador pregunta una vez; hasta entonces guarda silencio.',
      open: 'Decidir',
    },
  },
  previews: {
    name: 'Mostrar páginas enlazadas',
    text: 'El título, el texto y la imagen de una página debajo del mensaje. Este servidor los pide a la página.',
  },
  done: 'Hecho',
  openOf: (open, name) => `${open}: ${name}`,
  channels: ['general', 'ayuda', 'pausa'],
  create: (count) => (count === 1 ? 'Crear 1 canal' : `Crear ${count} canales`),
  another: 'Otro canal',
  afterChannels: 'Después de los canales',
  import: 'Traer todo desde Slack, Zulip u otro servidor',
  hide: 'Ocultar',
  step: (at, all, name) => `Paso ${at} de ${all}: ${name}`,
  next: (name) => `Siguiente: ${name}`,
  welcome: (name) => `Te damos la bienvenida, ${name}`,
  choose: (count, realm) =>
    count === 1
      ? `Estás en 1 canal de ${realm}. Elige otros; puedes salir de cualquiera.`
      : `Estás en ${count} canales de ${realm}. Elige otros; puedes salir de cualquiera.`,
  open: (realm) => `Abrir ${realm}`,
  all: (count) => `Ver los ${count} canales`,
}
