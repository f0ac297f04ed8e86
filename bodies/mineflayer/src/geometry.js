// Places, angles, reach and view. The wire has integers: thousandths of a block and of a degree.

import { createRequire } from 'node:module'

/** @typedef {import('./protocol.js').Triple} Triple */
/** @typedef {import('./protocol.js').Face} Face */
/** @typedef {import('vec3').Vec3} Vec3Type */

/** @type {typeof import('vec3')} */
const { Vec3 } = createRequire(import.meta.url)('vec3')
export { Vec3 }

/** How far a survival player's hand reaches from the eyes to a block, in blocks. */
export const BLOCK_REACH = 4.5
/** How far a blow reaches from the eyes to a creature's box, in blocks. */
export const BLOW_REACH = 3

/** @type {Record<Face, Triple>} */
export const NORMALS = { down: [0, -1, 0], up: [0, 1, 0], north: [0, 0, -1], south: [0, 0, 1], west: [-1, 0, 0], east: [1, 0, 0] }
/** The numbers of faces in packets. @type {Record<Face, number>} */
export const FACE_NUMBERS = { down: 0, up: 1, north: 2, south: 3, west: 4, east: 5 }

/** @param {number} blocks */
const milli = blocks => Number.isFinite(blocks) ? Math.round(blocks * 1000) : 0
/** @param {{x: number, y: number, z: number}} at @returns {Triple} */
export const toFine = at => [milli(at.x), milli(at.y), milli(at.z)]
/** @param {Triple} at */
export const fromFine = at => new Vec3(at[0] / 1000, at[1] / 1000, at[2] / 1000)
/** @param {Triple} at */
export const toVec = at => new Vec3(at[0], at[1], at[2])

/** mineflayer's yaw is 0 to the north and grows to the left, in radians. @param {number} yaw */
export const toYaw = yaw => {
  const degrees = (180 - yaw * 180 / Math.PI) % 360
  return milli(degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees)
}
/** @param {number} pitch */
export const toPitch = pitch => Math.max(-90000, Math.min(90000, milli(-pitch * 180 / Math.PI)))
/** @param {number} yaw */
export const fromYaw = yaw => Math.PI - yaw / 1000 * Math.PI / 180
/** @param {number} pitch */
export const fromPitch = pitch => -pitch / 1000 * Math.PI / 180

/** The direction of a look. @param {number} yaw @param {number} pitch */
export const direction = (yaw, pitch) =>
  new Vec3(-Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch))

/**
 * The look from the eyes to a point.
 * @param {Vec3Type} eyes @param {Vec3Type} point
 */
export function lookAt (eyes, point) {
  const to = point.minus(eyes)
  return { yaw: Math.atan2(-to.x, -to.z), pitch: Math.atan2(to.y, Math.hypot(to.x, to.z)) }
}

/**
 * Distance from a point to the nearest point of a box.
 * @param {Vec3Type} from @param {Vec3Type} min @param {Vec3Type} max
 */
export function distanceToBox (from, min, max) {
  /** @param {number} v @param {number} low @param {number} high */
  const outside = (v, low, high) => Math.max(low - v, 0, v - high)
  return Math.hypot(outside(from.x, min.x, max.x), outside(from.y, min.y, max.y), outside(from.z, min.z, max.z))
}

/**
 * How far along a ray a box begins; `null` when the ray misses it.
 * @param {Vec3Type} from @param {Vec3Type} along @param {Vec3Type} min @param {Vec3Type} max
 */
export function hitsBox (from, along, min, max) {
  let [near, far] = [0, Infinity]
  for (const axis of /** @type {const} */ (['x', 'y', 'z'])) {
    if (Math.abs(along[axis]) < 1e-9) {
      if (from[axis] < min[axis] || from[axis] > max[axis]) return null
      continue
    }
    const [a, b] = [(min[axis] - from[axis]) / along[axis], (max[axis] - from[axis]) / along[axis]]
    near = Math.max(near, Math.min(a, b))
    far = Math.min(far, Math.max(a, b))
  }
  return near <= far ? near : null
}
