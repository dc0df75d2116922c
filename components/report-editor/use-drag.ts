/**
 * Lets users drag sections and widgets by mouse, touch and keyboard: the sensors, the drop targets, and the
 * announcements for screen readers.
 */
import {
  type Active,
  type Announcements,
  type CollisionDetection,
  closestCenter,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type Over,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from "@dnd-kit/core"

/** The data of a draggable or droppable element. The type `end` is the area after the last widget of a section. */
export type DragData = { type: "section" | "widget" | "end"; name: string; sectionKey: string }

/** A handle stands to the left of the section or widget that it moves. On phones it is inside, at the right. */
export const handleClass = "absolute size-6 cursor-grab touch-none sm:-left-7 print:hidden"

export const dragDataOf = (data: { current?: unknown } | undefined) => data?.current as DragData | undefined

export const useDragSensors = () =>
  useSensors(
    // A press without movement is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextTarget }),
  )

const canDropOn = (dragged: DragData | undefined, target: DragData | undefined) =>
  dragged?.type === "section" ? target?.type === "section" : target?.type !== "section"

/** By mouse: the target under the pointer, else the nearest. By keyboard: the target that `nextTarget` moved to. */
export const detectDropTarget: CollisionDetection = (args) => {
  const dragged = dragDataOf(args.active.data)
  const droppableContainers = args.droppableContainers.filter(({ data }) => canDropOn(dragged, dragDataOf(data)))
  const allowed = { ...args, droppableContainers }
  if (args.pointerCoordinates) {
    const underPointer = pointerWithin(allowed)
    return underPointer.length > 0 ? underPointer : closestCenter(allowed)
  }
  const { top, left } = args.collisionRect
  // The nearest target first, as `CollisionDetection` requires.
  return droppableContainers
    .flatMap(({ id }) => {
      const rect = args.droppableRects.get(id)
      return rect ? [{ id, data: { value: Math.hypot(rect.top - top, rect.left - left) } }] : []
    })
    .sort((a, b) => a.data.value - b.data.value)
}

/** An arrow key moves to the next or previous target in the order of the page. */
const nextTarget: KeyboardCoordinateGetter = (event, { context }) => {
  const step = stepByKey[event.code]
  const { active, over, droppableContainers, droppableRects } = context
  if (!step || !active) return undefined
  event.preventDefault()
  const dragged = dragDataOf(active.data)
  const targets = droppableContainers
    .getEnabled()
    .filter(({ data }) => canDropOn(dragged, dragDataOf(data)))
    .flatMap(({ id }) => {
      const rect = droppableRects.get(id)
      return rect ? [{ id, rect }] : []
    })
    .sort((a, b) => a.rect.top - b.rect.top || a.rect.left - b.rect.left)
  const currentIndex = targets.findIndex(({ id }) => id === (over?.id ?? active.id))
  const target = targets[currentIndex + step]
  return target && { x: target.rect.left, y: target.rect.top }
}

const stepByKey: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

export const dragInstructions = {
  draggable: "To move it, press space, then the arrow keys. Press space again to drop it, or escape to cancel.",
}

/** Announcements for screen readers. */
export const announcements: Announcements = {
  onDragStart: ({ active }) => `Picked up ${nameOf(active)}.`,
  onDragOver: ({ active, over }) =>
    over && over.id !== active.id ? `${nameOf(active)} is over ${nameOf(over)}.` : undefined,
  onDragEnd: ({ active, over }) =>
    over ? `${nameOf(active)} was dropped on ${nameOf(over)}.` : `${nameOf(active)} did not move.`,
  onDragCancel: ({ active }) => `${nameOf(active)} was not moved.`,
}

const nameOf = ({ data }: Active | Over) => dragDataOf(data)?.name ?? ""
