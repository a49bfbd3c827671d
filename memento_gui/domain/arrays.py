"""Names for the array types used across the layers."""

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
VectorArray = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.int64]
CodeArray = npt.NDArray[np.uint8]
BoolArray = npt.NDArray[np.bool_]
ObjectArray = npt.NDArray[np.object_]
