// Writes a picture of a page with a palette of 256 colours instead of three bytes for each pixel: pages have few colours,
// and the pictures of the guide take a third of the space.
import zlib, { deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** The checksum of PNG; older versions of Node.js do not have it. */
function crc32(bytes) {
  if (zlib.crc32) return zlib.crc32(bytes);
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunksOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Undoes the filters of the rows (PNG specification, section 9). */
function unfiltered(bytes, width, height, channels) {
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = bytes[y * (stride + 1)];
    for (let x = 0; x < stride; ++x) {
      const left = x >= channels ? pixels[y * stride + x - channels] : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      pixels[y * stride + x] = (bytes[y * (stride + 1) + 1 + x] + predicted) & 255;
    }
  }
  return pixels;
}

/** Colours rounded to fewer bits, until a palette can hold them. */
function withPalette(pixels, count, channels) {
  for (let bits = 8; bits > 2; --bits) {
    const mask = (0xff << (8 - bits)) & 0xff;
    const palette = new Map();
    const indices = Buffer.alloc(count);
    let fits = true;
    for (let at = 0; at < count && fits; ++at) {
      const place = at * channels;
      const rounded = [0, 1, 2].map((channel) => (pixels[place + channel] & mask) | (pixels[place + channel] >> bits));
      const key = (rounded[0] << 16) | (rounded[1] << 8) | rounded[2];
      if (!palette.has(key)) palette.set(key, palette.size);
      fits = palette.size <= 256;
      indices[at] = palette.get(key);
    }
    if (fits) return { palette: [...palette.keys()], indices };
  }
  throw new Error('the picture has too many colours');
}

/** @param {Buffer} png eight bits a channel, as browsers write it */
export function smallPng(png) {
  const chunks = chunksOf(png);
  const header = chunks.find((each) => each.name === 'IHDR').data;
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  const bytes = inflateSync(Buffer.concat(chunks.filter((each) => each.name === 'IDAT').map((each) => each.data)));
  const { palette, indices } = withPalette(unfiltered(bytes, width, height, channels), width * height, channels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; ++y) indices.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const newHeader = Buffer.from(header);
  newHeader[9] = 3;
  return Buffer.concat([signature, chunk('IHDR', newHeader), chunk('PLTE', Buffer.from(palette.flatMap((key) => [key >> 16, (key >> 8) & 255, key & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
